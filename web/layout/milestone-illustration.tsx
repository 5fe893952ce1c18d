import { notFoundMessages } from '#web/i18n/en/not-found.ts'
import { useMessages } from '#web/context/app-context.ts'

/** The milestone of the 404 page. Its colours are the same in both themes. */
export const MilestoneIllustration = () => {
  const { milestone } = useMessages(notFoundMessages).pageNotFound
  return (
    <svg className="stone" width="220" height="216" viewBox="0 0 220 216" aria-hidden>
      <path className="stone__ground" d="M6 196c30-5 60-7 104-7s76 3 104 8" />
      <path className="stone__block" d="M52 192V84a58 58 0 0 1 116 0v108z" />
      <path className="stone__cap" d="M52 92v-8a58 58 0 0 1 116 0v8z" />
      <text className="stone__town" x="110" y="74" textAnchor="middle">
        {milestone.town}
      </text>
      <text className="stone__number" x="110" y="150" textAnchor="middle">
        {milestone.number}
      </text>
      <text className="stone__unit" x="110" y="176" textAnchor="middle">
        {milestone.unit}
      </text>
      <path
        className="stone__grass"
        d="M28 192c2-12 0-20-6-30M32 192c4-9 9-15 15-18M184 192c-1-10 2-18 8-26M180 192c-3-7-6-11-10-14"
      />
    </svg>
  )
}
