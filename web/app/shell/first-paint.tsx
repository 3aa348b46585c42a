import '../../ui/layout/page.css'
import './shell.css'
import './first-paint.css'

/** The same shell as in index.html, while the account loads. */
export const FirstPaint = () => (
  <div className="app first" aria-hidden="true">
    <div className="pbar" />
    <div className="side">
      <span className="logo" />
      <span className="who" />
      {['a', 'b', 'c', 'd'].map((line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
    <div className="main">
      <div className="page">
        <div className="top" />
        <span className="skeleton" />
        <div className="frame" />
      </div>
    </div>
  </div>
)
