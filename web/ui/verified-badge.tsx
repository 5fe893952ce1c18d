import { useMessages } from '#web/context/app-context.ts'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'

/** Whether the seller is verified; an unverified seller is labelled, not left blank. */
export const VerifiedBadge = ({
  isVerified,
  text,
}: {
  isVerified: boolean
  /** Where the seller is not named beside it. */ text?: string
}) => {
  const { card } = useMessages()
  if (!isVerified) return <span className="unverified">{card.notVerified}</span>
  return (
    <span className="verified">
      <VerifiedIcon size={18} />
      {text ?? card.verified}
    </span>
  )
}
