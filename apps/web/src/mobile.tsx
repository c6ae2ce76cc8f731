// The entry /m/: pages with paths after the hash, opened by the app and by old links.
import { mobileRouter } from "./routes/mobile-router.tsx";
import { startPage } from "./start/start-page.tsx";
import "./style.css";

await startPage(mobileRouter);
