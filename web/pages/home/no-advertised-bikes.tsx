import { useWords } from '#web/context/app-context.ts'
import { EmptyStall } from '#web/components/empty-state.tsx'

/** Stands where advertised bikes would. */
export const NoneAdvertised = () => {
  const { emptyHeading, emptyText, emptyGo } = useWords().home.advertised
  return (
    <EmptyStall
      heading={emptyHeading}
      way={
        <a className="btn btn--primary" href="#products">
          {emptyGo}
        </a>
      }
    >
      {emptyText}
    </EmptyStall>
  )
}
