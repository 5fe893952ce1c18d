import type { ReactNode } from 'react'

/** One section of the account page with its heading. */
export const AccountSection = ({ id, heading, children }: { id: string; heading: string; children: ReactNode }) => (
  <section className="panel account__part" aria-labelledby={id}>
    <h2 className="h3" id={id}>
      {heading}
    </h2>
    {children}
  </section>
)
