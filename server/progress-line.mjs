/**
 * Reports the steps of a start: on a terminal in one line, which the next step replaces, otherwise in a line for each step.
 * `print` and `finish` remove that line; after `finish`, steps are printed like all other lines.
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} stream
 */
export function progressLine(stream = process.stderr) {
  const removed = '\r\u001B[2K'
  let isShown = false
  let isFinished = false
  const remove = () => {
    if (isShown) stream.write(removed)
    isShown = false
  }
  const print = (line) => {
    remove()
    stream.write(`${line}\n`)
  }
  return {
    step(line) {
      if (!stream.isTTY || isFinished) return print(line)
      // A wrapped line could not be replaced.
      stream.write(`${removed}${line.slice(0, (stream.columns || 80) - 1)}`)
      isShown = true
    },
    print,
    finish() {
      remove()
      isFinished = true
    },
  }
}
