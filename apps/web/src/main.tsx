import { router } from "./routes/router.tsx";
import { startPage } from "./start/start-page.tsx";
import "./style.css";

await startPage(router);
