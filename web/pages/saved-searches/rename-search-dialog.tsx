import { typed } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { notices } from '#web/i18n/en/alerts.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import type { SavedSearch } from './saved-search-card.tsx'

const fields = ['name'] as const

/** Gives a saved search another name. */
export const RenameSearch = ({ search, onClose }: { search: SavedSearch; onClose: () => void }) => {
  const words = useChapter(notices)
  const { client } = useWorld()
  const send = (form: FormData) =>
    client('PUT /searches/:id', { params: { id: search._id }, body: { name: typed(form, 'name') } })
  return (
    <FormDialog
      heading={words.renameHeading}
      words={words}
      saved={words.renamed}
      fields={fields}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <Field
          id="search-name"
          name="name"
          maxLength={80}
          label={words.name}
          defaultValue={search.name}
          problem={problems['name']}
        />
      )}
    </FormDialog>
  )
}
