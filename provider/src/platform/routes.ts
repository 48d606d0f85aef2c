import { extended } from "./extended";
import { specified } from "./specified";

/** Operations of the API by name. Each is declared once. A definition can declare one that only it calls. */
export const routes = { ...specified, ...extended };
