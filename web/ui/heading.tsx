import type { ReactNode } from 'react'

type Props = { children: ReactNode; lead?: ReactNode; level?: 'h1' | 'h2'; id?: string; aside?: ReactNode }

/** A section heading with the ornamental rule below it. */
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
