import type { ReactNode } from 'react'

const scallops = [0, 1, 2, 3, 4, 5, 6]

const EmptyStateIllustration = () => (
  <svg className="stall" width="150" height="112" viewBox="0 0 150 112" fill="none" aria-hidden>
    <path className="stall__wood" d="M26 40v62M124 40v62" strokeWidth="3" />
    <path className="stall__top" d="M18 74h114v8H18z" strokeWidth="2.5" />
    <path className="stall__wood" d="M30 82l4 20M120 82l-4 20" strokeWidth="2" />
    {scallops.map((index) => (
      <path
        key={index}
        className={index % 2 ? 'stall__flag' : 'stall__cloth'}
        d={`M${12 + index * 18} 26h18v10a9 9 0 0 1-18 0z`}
      />
    ))}
    <path className="stall__cloth" d="M20 10h110l8 16H12z" />
    <circle className="stall__wood" cx="75" cy="62" r="9" strokeWidth="2.5" strokeDasharray="4 4.4" />
    <path className="stall__ground" d="M8 104h134" strokeWidth="3" />
  </svg>
)

/** An empty list: illustration, heading, one sentence and one action. */
export const EmptyState = ({
  heading,
  children,
  action,
}: {
  heading: string
  children: ReactNode
  action: ReactNode
}) => (
  <div className="empty">
    <EmptyStateIllustration />
    <h2>{heading}</h2>
    <p>{children}</p>
    {action}
  </div>
)
