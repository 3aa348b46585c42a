/** A key to press, drawn beside the control it reaches. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="kbd" aria-hidden="true">
    {children}
  </kbd>
)
