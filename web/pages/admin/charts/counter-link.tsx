import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OverviewCounter } from '#contract/admin/overview-counters.ts'
import { type Days, getCounterPath } from '../overview-data.ts'

type Props = { name: OverviewCounter; days: Days; className?: string; children: ReactNode }

/** A name or number of a counter that leads to the list of what it counts, if there is one. */
export const CounterLink = ({ name, days, className, children }: Props) => {
  const path = getCounterPath(name, days)
  return path === null ? (
    <span className={className}>{children}</span>
  ) : (
    <Link className={className} to={path}>
      {children}
    </Link>
  )
}
