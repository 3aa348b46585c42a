type ProgressLine = { step(line: string): void; print(line: string): void; finish(): void }
export function progressLine(stream?: { isTTY?: boolean; columns?: number; write(text: string): unknown }): ProgressLine
