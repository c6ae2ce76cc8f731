import { router } from "./routes/router.tsx";
import { begin } from "./start/begin.tsx";
import "./style.css";

await begin(router);
