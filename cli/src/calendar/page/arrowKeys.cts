const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Makes the buttons of a table one stop of the Tab key. Arrow keys go to the next button in their direction. */
export function withArrowKeys(table: HTMLTableElement): HTMLTableElement {
  const buttons = table.querySelectorAll("button");
  const stopAt = (one: Element | null) => {
    for (const button of buttons) button.tabIndex = button === one ? 0 : -1;
  };
  stopAt(buttons[0] ?? null);
  table.addEventListener("focusin", ({ target }) => stopAt(target as Element));
  table.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const step = steps[key];
    const cell = (target as Element).closest<HTMLTableCellElement>("th, td");
    if (step === undefined || cell === null || altKey || ctrlKey || metaKey) return;
    const [down, right] = step;
    let row = (cell.parentElement as HTMLTableRowElement).rowIndex + down;
    let column = cell.cellIndex + right;
    for (; ; row += down, column += right) {
      const next = table.rows[row]?.cells[column];
      if (next === undefined) return;
      const button = next.querySelector("button");
      if (button === null) continue;
      event.preventDefault();
      button.focus();
      return;
    }
  });
  return table;
}
