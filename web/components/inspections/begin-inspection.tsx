import { useNavigate } from 'react-router'
import { useApp } from '#web/context/app-context.ts'
import { createId } from '#web/lib/create-id.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { toOwnInspectionPath } from './inspection-paths.ts'

/** Begins an inspection of a bike, or goes on with the one that is not signed yet. */
export const BeginInspection = ({ slug, label, isMain = false }: { slug: string; label: string; isMain?: boolean }) => {
  const { client } = useApp()
  const navigate = useNavigate()
  const [isBusy, run] = useAction()
  const begin = () =>
    run(async () => {
      const options = { idempotencyKey: createId() }
      const { insertedId } = await client('POST /bikes/:slug/inspections', { params: { slug } }, options)
      await navigate(toOwnInspectionPath(insertedId))
    })
  return (
    <button className={`btn ${isMain ? 'btn--primary' : 'btn--line'}`} type="button" aria-busy={isBusy} onClick={begin}>
      {label}
    </button>
  )
}
