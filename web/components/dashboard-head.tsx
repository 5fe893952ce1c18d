import type { ReactNode } from 'react'

/** The heading of a dashboard screen; `aside` is shown at the right. */
export const DashboardHead = ({ children, aside }: { children: ReactNode; aside?: ReactNode }) => (
  <div className="dash__top">
    <div>
      <h1>{children}</h1>
      <span className="heading__rule" aria-hidden />
    </div>
    {aside}
  </div>
)
