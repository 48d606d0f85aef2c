import { extended } from "./extended";
import { specified } from "./specified";

/** Every operation of the API that the provider calls, by name. Each is declared once. */
export const routes = { ...specified, ...extended };
