/** Keys that have no character, as WebDriver encodes them. */
export const keys = { Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003' } as const
export type Key = keyof typeof keys

/** The browser operations that the tests use. Each engine implements them with its own driver. */
export type Engine = {
  open(url: string): Promise<void>
  /**
   * Runs a function in the page and returns its resolved value. The function is sent as text, so it must not use anything from its module.
   */
  run<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  /** A real click in the middle of the element. */
  click(selector: string): Promise<void>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  back(): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Deletes all cookies of the site that is open. */
  clearCookies(): Promise<void>
  /** Console errors since the last call. Empty if the driver does not report them. */
  errors(): string[]
  close(): Promise<void>
}
