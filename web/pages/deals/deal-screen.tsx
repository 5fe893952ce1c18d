import { ChevronLeft, CircleCheck } from 'lucide'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { DealTop } from '#web/components/deals/deal-top.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Icon } from '#web/ui/icon.tsx'

/** A heading that gets the focus, and so comes into view, because the button that led to it is gone. */
const NewHeading = ({ children }: { children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

const Heading = ({ isGood, isNews, children }: { isGood: boolean; isNews: boolean; children: string }) => {
  if (isGood)
    return (
      <div className="allgood" role="status">
        <Icon of={CircleCheck} size={48} />
        <NewHeading>{children}</NewHeading>
      </div>
    )
  return isNews ? <NewHeading>{children}</NewHeading> : <h1>{children}</h1>
}

/** The frame of a deal's further screens: the way back, the bike where it is known, the heading, and the content. */
export const DealScreen = ({
  dealId,
  bike,
  title: name,
  heading,
  isGood = false,
  isNews = false,
  children,
}: {
  dealId: string
  bike?: ComponentProps<typeof DealTop>['deal']
  title: string
  heading: string
  /** The heading is good news that must not be overlooked: it stands on green. */
  isGood?: boolean
  /** The person has just done what the heading says. */
  isNews?: boolean
  children: ReactNode
}) => {
  const { title } = useMessages()
  const { code } = useMessages(moneyMessages)
  return (
    <article className="deal deal--task">
      <title>{title(name)}</title>
      <DealStyles />
      <nav className="crumb" aria-label={code.back}>
        <Icon of={ChevronLeft} size={18} />
        <Link to={toDealPath(dealId)}>{code.back}</Link>
      </nav>
      {bike && <DealTop deal={bike} />}
      <Heading isGood={isGood} isNews={isNews}>
        {heading}
      </Heading>
      <div className="deal__main">{children}</div>
    </article>
  )
}
