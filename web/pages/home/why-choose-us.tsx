import { FileText, MapPin, Scale } from 'lucide'
import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'
import { homeBelowFoldMessages } from '#web/i18n/en/home-below-fold.ts'
import { useMessages } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

const Reason = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <li>
    {icon}
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  </li>
)

export const WhyChooseUs = () => {
  const { heading, lead, reasons } = useMessages(homeBelowFoldMessages).why
  return (
    <section className="section" id="why">
      <div className="wrap split">
        <div>
          <Heading lead={lead}>{heading}</Heading>
        </div>
        <ul className="ledger">
          <Reason icon={<VerifiedIcon size={32} />} {...reasons.checked} />
          <Reason icon={<Icon of={Scale} size={32} />} {...reasons.prices} />
          <Reason icon={<Icon of={MapPin} size={32} />} {...reasons.meeting} />
          <Reason icon={<Icon of={FileText} size={32} />} {...reasons.receipt} />
        </ul>
      </div>
    </section>
  )
}
