const spokes = [0, 72, 144, 216, 288]

/** The loading spinner: 44 px for a page, 20 px in a button. */
export const Spinner = ({ size, className }: { size: number; className: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden
    className={className}
  >
    <circle cx="12" cy="12" r="9" strokeWidth="3" />
    {spokes.map((turn) => (
      <path key={turn} d="M12 12V5" transform={`rotate(${turn} 12 12)`} strokeWidth="1.75" />
    ))}
    <circle cx="12" cy="12" r="2.2" className="wheel__hub" />
  </svg>
)
