import { ChevronDown, Handshake, KeyRound, TriangleAlert } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages } from '#web/context/app-context.ts'

/** What to look out for before paying: three lines, and the rest folded. */
export const BikeSafety = ({ isUnchecked }: { isUnchecked: boolean }) => {
  const { safety } = useMessages(bikePageMessages)
  return (
    <section className="safety" aria-labelledby="safety-heading">
      <h2 className="h3" id="safety-heading">
        {safety.heading}
      </h2>
      {isUnchecked && <p>{safety.unchecked}</p>}
      <ul>
        <li>
          <Icon of={Handshake} size={20} />
          {safety.meet}
        </li>
        <li>
          <Icon of={KeyRound} size={20} />
          {safety.ride}
        </li>
        <li>
          <Icon of={TriangleAlert} size={20} />
          {safety.pay}
        </li>
      </ul>
      <details className="safety__more">
        <summary>
          {safety.more}
          <Icon of={ChevronDown} size={20} />
        </summary>
        <ul>
          {safety.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
