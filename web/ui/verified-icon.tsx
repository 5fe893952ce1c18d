const badgePath =
  'M12 3.4a3.3 3.3 0 0 1 5.5 2 3.3 3.3 0 0 1 2.9 5.1 3.3 3.3 0 0 1 -1 5.8 3.3 3.3 0 0 1 -4.5 3.8 3.3 3.3 0 0 1 -5.8 0 3.3 3.3 0 0 1 -4.5-3.8 3.3 3.3 0 0 1 -1-5.8 3.3 3.3 0 0 1 2.9-5.1 3.3 3.3 0 0 1 5.5-2z'

/** The badge of a verified seller. */
export const VerifiedIcon = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
    <path d={badgePath} fill="currentColor" />
    <path
      className="seal__tick"
      d="M8.2 12.2l2.7 2.7 5-5.4"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
