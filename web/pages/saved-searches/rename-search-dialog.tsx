import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { alertMessages } from '#web/i18n/en/alerts.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import type { SavedSearch } from './saved-search.ts'

const fields = ['name'] as const

export const RenameSearchDialog = ({ search, onClose }: { search: SavedSearch; onClose: () => void }) => {
  const messages = useMessages(alertMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    await client('PUT /searches/:id', { params: { id: search._id }, body: { name: getFormText(form, 'name') } })
    return messages.renamed
  }
  return (
    <FormDialog heading={messages.renameHeading} messages={messages} fields={fields} send={send} onClose={onClose}>
      {(problems) => (
        <Field
          id="search-name"
          name="name"
          maxLength={80}
          label={messages.name}
          defaultValue={search.name}
          problem={problems['name']}
        />
      )}
    </FormDialog>
  )
}
