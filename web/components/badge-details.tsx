import { ChevronDown } from 'lucide'
import type { z } from 'zod'
import type { Badge } from '#contract/cases/badges.ts'
import { useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { Icon } from '#web/ui/icon.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'

type Shown = z.output<typeof Badge> | null

/** "Verified", which says on a tap what was checked, when and until when; "Not verified yet" without a badge. */
export const BadgeDetails = ({ badge }: { badge: Shown }) => {
  const { badge: messages } = useMessages(bikePageMessages)
  const format = useFormatDay()
  if (badge === null) return <VerifiedBadge isVerified={false} />
  return (
    <details className="badgewhy">
      <summary>
        <VerifiedBadge isVerified />
        <Icon of={ChevronDown} size={16} />
      </summary>
      <p>{messages.details(messages.evidence[badge.evidence], format(badge.givenOn), format(badge.until))}</p>
    </details>
  )
}
