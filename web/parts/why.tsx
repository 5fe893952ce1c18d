import { Handshake, ReceiptText, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from '../ui/heading.tsx'
import { Seal } from '../ui/seal.tsx'
import { useWords } from '../world.ts'

const Reason = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <li>
    {icon}
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  </li>
)

export const Why = () => {
  const { heading, lead, reasons } = useWords().home.why
  return (
    <section className="section" id="why">
      <div className="wrap split">
        <div>
          <Heading lead={lead}>{heading}</Heading>
        </div>
        <ul className="ledger">
          <Reason icon={<Seal size={32} />} {...reasons.checked} />
          <Reason icon={<Scale size={32} aria-hidden />} {...reasons.prices} />
          <Reason icon={<Handshake size={32} aria-hidden />} {...reasons.meeting} />
          <Reason icon={<ReceiptText size={32} aria-hidden />} {...reasons.receipt} />
        </ul>
      </div>
    </section>
  )
}
