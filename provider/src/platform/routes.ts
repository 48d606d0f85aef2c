import { extended } from "./extended";
import { specified } from "./specified";

/** Every operation of the API that anything here calls, by name; each is declared once. */
export const routes = { ...specified, ...extended };
