const badgePath =
  'M12.00 3.43A3.3 3.3 0 0 1 17.51 5.44A3.3 3.3 0 0 1 20.44 10.51A3.3 3.3 0 0 1 19.42 16.28A3.3 3.3 0 0 1 14.93 20.05A3.3 3.3 0 0 1 9.07 20.05A3.3 3.3 0 0 1 4.58 16.28A3.3 3.3 0 0 1 3.56 10.51A3.3 3.3 0 0 1 6.49 5.44A3.3 3.3 0 0 1 12.00 3.43z'

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
