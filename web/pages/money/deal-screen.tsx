import { ChevronLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The frame of a deal's further screens: the way back, the heading, and the content. */
export const DealScreen = ({
  dealId,
  title: name,
  heading,
  children,
}: {
  dealId: string
  title: string
  heading: string
  children: ReactNode
}) => {
  const { title } = useMessages()
  const { code } = useMessages(moneyMessages)
  return (
    <article className="deal">
      <title>{title(name)}</title>
      <DealStyles />
      <nav className="crumb" aria-label={code.back}>
        <Icon of={ChevronLeft} size={18} />
        <Link to={toDealPath(dealId)}>{code.back}</Link>
      </nav>
      <h1>{heading}</h1>
      <div className="deal__main">{children}</div>
    </article>
  )
}
