import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'

/** The narrow page of log-in, registration and password reset. */
export const AuthForm = ({ heading, lead, children }: { heading: string; lead?: string; children: ReactNode }) => (
  <div className="wrap entrance">
    <Heading level="h1" lead={lead}>
      {heading}
    </Heading>
    <div className="form">{children}</div>
  </div>
)

/** The word between two sign-in methods, with a line at both sides. */
export const OrDivider = ({ children }: { children: string }) => <p className="or-line">{children}</p>
