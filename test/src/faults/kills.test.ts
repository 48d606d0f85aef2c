import { tryTheSelected } from "./disturbed";

describe("an operation during which the engine, the provider or both are killed", () => {
  tryTheSelected(true);
});
