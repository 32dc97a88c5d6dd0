/** A rectangle on the screen, in CSS pixels. */
export type Box = { left: number; top: number; width: number; height: number };

/** A label with its possible places, best first. */
export type Label<Side extends string = string> = {
  key: string;
  /** Key of its marker: if that is omitted, so is the label. */
  of?: string;
  /** Always drawn, at its first choice. */
  isFixed?: boolean;
  choices: readonly Placement<Side>[];
};
export type Placement<Side extends string = string> = { side: Side; box: Box };

/** Side of a cell of the grid in pixels: about the width of a label. */
const CELL = 96;

/**
 * Decides which labels a map shows, and where: greedily in the given order, each at its first choice that touches no label placed before. A
 * label without a free choice is omitted. The order is the priority.
 */
export function placeLabels<Side extends string>(
  labels: readonly Label<Side>[],
): Map<string, Placement<Side>> {
  const taken = new BoxGrid();
  const placed = new Map<string, Placement<Side>>();
  for (const { key, of, isFixed, choices } of labels) {
    if (of !== undefined && !placed.has(of)) continue;
    const choice = isFixed === true ? choices[0] : choices.find(({ box }) => !taken.touches(box));
    if (choice === undefined) continue;
    taken.add(choice.box);
    placed.set(key, choice);
  }
  return placed;
}

/** The box of the given size around a point. */
export function boxAround(left: number, top: number, width: number, height: number): Box {
  return { left: left - width / 2, top: top - height / 2, width, height };
}

export function doTouch(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Indexes boxes by grid cell, so that hundreds of labels need not be compared with each other. */
class BoxGrid {
  readonly #cells = new Map<string, Box[]>();

  add(box: Box): void {
    for (const cell of cellsOf(box)) {
      const boxes = this.#cells.get(cell);
      if (boxes === undefined) this.#cells.set(cell, [box]);
      else boxes.push(box);
    }
  }

  touches(box: Box): boolean {
    return cellsOf(box).some((cell) => this.#cells.get(cell)?.some((other) => doTouch(box, other)) ?? false);
  }
}

function cellsOf({ left, top, width, height }: Box): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(left / CELL); x * CELL < left + width; x += 1) {
    for (let y = Math.floor(top / CELL); y * CELL < top + height; y += 1) cells.push(`${x} ${y}`);
  }
  return cells;
}
