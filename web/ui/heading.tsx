import type { ReactNode } from 'react'

type Props = { children: ReactNode; lead?: ReactNode; level?: 'h1' | 'h2'; id?: string; aside?: ReactNode }

/** A heading with the flower rule below it, once per section. */
export const Heading = ({ children, lead, level: Level = 'h2', id, aside }: Props) => (
  <div className="heading">
    <div>
      <Level id={id}>{children}</Level>
      <span className="heading__rule" aria-hidden />
      {lead && <p>{lead}</p>}
    </div>
    {aside}
  </div>
)
