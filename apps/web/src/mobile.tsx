// The entry /m/: pages with addresses after the hash, which the app and old links open.
import { mobileRouter } from "./routes/mobile-router.tsx";
import { begin } from "./start/begin.tsx";
import "./style.css";

await begin(mobileRouter);
