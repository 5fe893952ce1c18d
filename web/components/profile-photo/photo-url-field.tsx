import { Field } from '#web/ui/forms/field.tsx'

type Props = {
  id: string
  label: string
  hint: string
  problem: string | undefined
  defaultValue?: string
  /** The label of an optional field; without it the field is required. */
  optional?: string
}

/** The URL of a person's photo: typed, or filled in by the photo buttons. */
export const PhotoUrlField = ({ optional, ...field }: Props) => (
  <Field
    {...field}
    name="image"
    pattern="https://.+|/pictures/[0-9a-f]{32}\.webp"
    inputMode="url"
    {...(optional !== undefined && { optional })}
  />
)
