import { Trash2 } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toDisplayError } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import type { Person } from './fetch-people.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { person: Person; messages: { deleteText: string; deleteSuccess: string } }

/** Deletes a seller or a buyer after a confirmation dialog. */
export const DeletePersonButton = ({ person, messages }: Props) => {
  const { people } = useMessages(adminMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const remove = async () => {
    try {
      const { deletedCount } = await client('DELETE /users/:id', { params: { id: person._id } })
      if (deletedCount > 0) toast.success(messages.deleteSuccess)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={people.deleteLabel(person.name)}
        onClick={() => setIsConfirmOpen(true)}
      >
        <Icon of={Trash2} size={18} />
        <span>{people.delete}</span>
      </button>
      {isConfirmOpen && (
        <Confirm
          heading={people.deleteHeading(person.name)}
          text={messages.deleteText}
          labels={{ confirm: people.delete, busy: people.deleting, cancel: people.cancel }}
          onConfirm={remove}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </>
  )
}
