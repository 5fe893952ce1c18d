import { maxContactDigits, minContactDigits } from '#contract/limits.ts'
import { useEffect, useRef, type FormEvent } from 'react'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { type Brand, fillFromField, markFilled, toProductName, toYearsOfUse } from './catalogue-suggestions.ts'
import { CategoryField } from './category-field.tsx'
import { BrandAndModel } from './fields/brand-and-model.tsx'
import { ConditionField } from './fields/condition-field.tsx'
import { FilledField } from './fields/filled-field.tsx'
import { ModelField } from './model-field.tsx'
import { MoreAboutBike } from './more-about-bike.tsx'
import { MorePhotos } from './more-photos.tsx'
import { PhotoField } from './photo-field.tsx'
import { productFields, type ProductDraft } from '#web/lib/product-draft.ts'
import { PriceSuggestion } from './price-suggestion.tsx'
import { ProductPreview } from './product-preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { takaPattern, wholeNumberPattern } from '#web/lib/whole-number-pattern.ts'
import { useCatalogue } from './use-catalogue.ts'
import type { ProductForm as ProductFormState } from './use-product-form.ts'

const telephonePattern = String.raw`[\s\(]*\+?[\s.\(\)\-]*(?:[0-9০-৯][\s.\(\)\-]*){${minContactDigits},${maxContactDigits}}`

type FieldProps = { initial: ProductDraft; problems: Problems }

type BikeFieldsProps = FieldProps & {
  draft: ProductDraft
  brands: readonly Brand[]
  /** Of the brands without a card, those of which the most bikes are for sale; none when a bike is edited. */
  commonBrands: readonly string[]
  /** Whether fields that the form has filled in are folded: not when a bike is edited. */
  isNew: boolean
}

const takaSign = (
  <span className="affix__pre" aria-hidden>
    ৳
  </span>
)

const PriceFields = ({ initial, problems }: FieldProps) => {
  const { add } = useMessages(productFormMessages)
  const priceInputProps = { inputMode: 'numeric', pattern: takaPattern, maxLength: 20, before: takaSign } as const
  return (
    <div className="cols">
      <Field
        {...priceInputProps}
        id="product-price"
        name="salePrice"
        label={add.salePrice}
        hint={add.salePriceHint}
        defaultValue={initial.salePrice}
        problem={problems.salePrice}
      />
      <Field
        {...priceInputProps}
        id="product-original"
        name="originalPrice"
        label={add.originalPrice}
        hint={add.originalPriceHint}
        defaultValue={initial.originalPrice}
        problem={problems.originalPrice}
      />
    </div>
  )
}

const YearFields = ({ initial, problems, draft, isNew }: BikeFieldsProps) => {
  const { add } = useMessages(productFormMessages)
  const { digits } = useFormat()
  const numberInputProps = { inputMode: 'numeric', pattern: takaPattern, maxLength: 10 } as const
  return (
    <div className="cols">
      <Field
        {...numberInputProps}
        id="product-bought"
        name="purchaseTime"
        label={add.purchaseTime}
        defaultValue={initial.purchaseTime}
        problem={problems.purchaseTime}
      />
      <FilledField
        {...numberInputProps}
        typed={draft.usedTime}
        filledIn={isNew ? toYearsOfUse(draft.purchaseTime) : ''}
        shown={digits(draft.usedTime)}
        id="product-used"
        name="usedTime"
        label={add.usedTime}
        hint={add.usedTimeHint}
        defaultValue={initial.usedTime}
        problem={problems.usedTime}
      />
    </div>
  )
}

const SellerAndLocationFields = ({ initial, problems }: FieldProps) => {
  const { add } = useMessages(productFormMessages)
  return (
    <>
      <h2 className="h3">{add.parts.contact}</h2>
      <div className="cols">
        <Field
          id="product-seller"
          name="sellerName"
          autoComplete="name"
          maxLength={80}
          label={add.sellerName}
          hint={add.sellerNameHint}
          defaultValue={initial.sellerName}
          problem={problems.sellerName}
        />
        <Field
          id="product-number"
          name="contactNumber"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          maxLength={40}
          pattern={telephonePattern}
          label={add.contactNumber}
          hint={add.contactNumberHint}
          defaultValue={initial.contactNumber}
          problem={problems.contactNumber}
        />
      </div>
      <Field
        id="product-place"
        name="location"
        maxLength={120}
        label={add.location}
        hint={add.locationHint}
        defaultValue={initial.location}
        problem={problems.location}
      />
    </>
  )
}

/** What the bike is: brand, model, name, years and kilometres. They fill in the name, the engine size and the years of use. */
const ModelAndYearFields = (props: BikeFieldsProps) => {
  const { initial, problems, draft, brands, commonBrands, isNew } = props
  const { add } = useMessages(productFormMessages)
  const details = useMessages(bikeDetailsMessages)
  return (
    <>
      <BrandAndModel draft={draft} problems={problems} mayFold={!isNew}>
        <CategoryField initial={initial} problems={problems} brands={brands} commonBrands={commonBrands} />
        <ModelField initial={initial} problems={problems} draft={draft} brands={brands} />
      </BrandAndModel>
      <FilledField
        typed={draft.productName}
        filledIn={isNew ? toProductName(brands, draft) : ''}
        shown={draft.productName}
        id="product-name"
        name="productName"
        maxLength={120}
        label={add.productName}
        hint={add.productNameHint}
        defaultValue={initial.productName}
        problem={problems.productName}
      />
      <YearFields {...props} />
      <Field
        inputMode="numeric"
        pattern={wholeNumberPattern}
        maxLength={12}
        id="product-kilometres"
        name="kilometres"
        label={details.kilometres}
        optional={details.optional}
        hint={details.kilometresHint}
        defaultValue={initial.kilometres}
        problem={problems['kilometres']}
      />
    </>
  )
}

const BikeFields = (props: BikeFieldsProps) => {
  const { initial, problems, draft } = props
  const { add } = useMessages(productFormMessages)
  return (
    <>
      <h2 className="h3">{add.parts.bike}</h2>
      <ModelAndYearFields {...props} />
      <h2 className="h3">{add.parts.price}</h2>
      <PriceSuggestion draft={draft} />
      <PriceFields initial={initial} problems={problems} />
      <ConditionField chosen={initial.condition} problem={problems.condition} />
    </>
  )
}

/** The messages of all fields. */
const useFieldMessages = () => {
  const { add } = useMessages(productFormMessages)
  const { wrong } = useMessages(bikeDetailsMessages)
  return { missing: add.missing, wrong: { ...add.wrong, ...wrong } }
}

type SubmitMessages = { submit: string; submitting: string; later?: string; next?: string }

type Props = {
  form: ProductFormState
  intro: string
  messages: SubmitMessages
  isNew?: boolean
  /** Of a bike that is edited: whether something is not saved. */
  isChanged?: boolean
  commonBrands?: readonly string[]
}

/** The end of the form of a new bike, below its preview. */
const NewBikeEnd = ({
  messages,
  isBusy,
  error,
}: {
  messages: SubmitMessages
  isBusy: boolean
  error: string | undefined
}) => (
  <div className="form form--product">
    {messages.later !== undefined && <p className="hint">{messages.later}</p>}
    {messages.next !== undefined && <p className="hint">{messages.next}</p>}
    <FormError message={error} />
    <div>
      <Submit isBusy={isBusy} busyText={messages.submitting}>
        {messages.submit}
      </Submit>
    </div>
  </div>
)

/** The photos after the main one, as soon as there is one. */
const FurtherPhotos = ({ form, problem }: { form: ProductFormState; problem: string | undefined }) => {
  const { photo, morePhotos, makeFirst, isBusy } = form
  const hasPhotos = photo.photo.state !== 'none' || morePhotos.photos.length > 0 || problem !== undefined
  return hasPhotos && <MorePhotos morePhotos={morePhotos} makeFirst={makeFirst} problem={problem} isBusy={isBusy} />
}

/** The form of a bike, with a preview: beside it on wide screens, before its button on narrow ones. */
export const ProductForm = ({
  form: formState,
  intro,
  messages,
  isNew = false,
  isChanged = false,
  commonBrands = [],
}: Props) => {
  const { problems, general, formProps } = useCheckedForm(useFieldMessages(), formState.submitError, productFields)
  const brands = useCatalogue()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) markFilled(form.current, brands)
  }, [brands])
  const { initial, isBusy } = formState
  const fieldProps = { initial, problems }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    void formState.submit()
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formProps.onInput(event)
    if (event.target instanceof HTMLInputElement) fillFromField(event.currentTarget, event.target.name, brands)
    formState.readForm(event.currentTarget)
  }
  return (
    <form ref={form} {...formProps} onSubmit={onSubmit} onInput={onInput}>
      <div className={isNew ? 'withpreview' : 'withpreview form--edit'}>
        <div className="form form--product">
          <p className="hint">{intro}</p>
          <PhotoField
            photo={formState.photo}
            onChoose={formState.choosePhotos}
            problem={problems['image']}
            isBusy={isBusy}
            isWide={isNew}
          />
          <FurtherPhotos form={formState} problem={problems['moreImages']} />
          <BikeFields
            {...fieldProps}
            draft={formState.draft}
            brands={brands}
            commonBrands={commonBrands}
            isNew={isNew}
          />
          <SellerAndLocationFields {...fieldProps} />
          <MoreAboutBike form={formState} problems={problems} />
        </div>
        <ProductPreview draft={formState.draft} photo={formState.photo.photo} />
        {isNew && <NewBikeEnd messages={messages} isBusy={isBusy} error={general} />}
      </div>
      {!isNew && <SaveBar messages={messages} isBusy={isBusy} isChanged={isChanged} error={general} />}
    </form>
  )
}
