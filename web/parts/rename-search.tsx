import { X } from 'lucide'
import type { FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { typed } from '../typed.ts'
import { Field, FormError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal.tsx'
import { Submit } from '../ui/submit.tsx'
import { toast } from '../ui/toast.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { useSend } from '../ui/use-send.ts'
import { notices } from '../words/notices.ts'
import { useChapter, useWorld } from '../world.ts'
import type { SavedSearch } from './saved-search-card.tsx'

const fields = ['name'] as const

const Head = () => {
  const words = useChapter(notices)
  return (
    <div className="modal__head">
      <div>
        <h2>{words.renameHeading}</h2>
        <span className="heading__rule" aria-hidden />
      </div>
      <button
        className="xbtn"
        type="button"
        aria-label={words.close}
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
      >
        <Icon of={X} size={22} />
      </button>
    </div>
  )
}

/** Gives a saved search another name, in a dialog that closes when the shop has taken it. */
export const RenameSearch = ({ search, onClose }: { search: SavedSearch; onClose: () => void }) => {
  const words = useChapter(notices)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const { isBusy, refused, submit } = useSend(async (form) => {
    const body = { name: typed(form, 'name') }
    await client('PUT /searches/:id', { params: { id: search._id }, body })
    toast.success(words.renamed)
    onClose()
    await revalidate()
  })
  const { problems, general, formProps } = useCheckedForm(words, refused, fields)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event)
    submit(event)
  }
  return (
    <Modal label={words.renameHeading} className="modal" onClose={onClose}>
      <form {...formProps} onSubmit={onSubmit}>
        <Head />
        <div className="modal__body form">
          <Field
            id="search-name"
            name="name"
            maxLength={80}
            label={words.name}
            defaultValue={search.name}
            problem={problems['name']}
          />
          <FormError message={general} />
        </div>
        <div className="modal__foot">
          <Submit isBusy={isBusy} busyText={words.saving}>
            {words.save}
          </Submit>
        </div>
      </form>
    </Modal>
  )
}
