import { fixtures } from "../fixtures/index";

/** What is expected of every resource that there is. */
export const rows = fixtures.map(({ row }) => row);
