import { extended } from "./extended";
import { specified } from "./specified";

/** Operations of the API by name. Each is declared once: here, or in the definition that calls it. */
export const routes = { ...specified, ...extended };
