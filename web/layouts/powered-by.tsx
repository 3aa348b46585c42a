/** The banner at the top right of every page. */
export const PoweredBy = () => (
  <span className="powered">
    Powered by <b>GYA</b>
  </span>
)
