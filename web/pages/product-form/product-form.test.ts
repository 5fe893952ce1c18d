// The order of the form of a bike and its headings, when a bike is added and when it is changed.
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { editedBike as bike } from '#tests/support/deals/edited-bike.ts'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { useMessages } from '#web/context/app-context.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import type { Language } from '#web/i18n/language.ts'
import { createDraft, type ProductDraft } from '#web/lib/product-draft.ts'
import EditProduct from './edit-product-page.tsx'
import { getIntro } from './get-intro.ts'
import { toProductDraft } from './product-body.ts'
import { ProductForm } from './product-form.tsx'
import { hasChanges } from './use-edit-product.ts'
import type { MorePhoto } from './use-more-photos.ts'
import { useProductForm } from './use-product-form.ts'

const bangla = await loadBangla()

/** The form for a new bike with this draft, without what only a browser knows of the member. */
const createNewBikeForm =
  (typed: Partial<ProductDraft> = {}, commonBrands: string[] = []) =>
  () => {
    const { add } = useMessages(productFormMessages)
    const initial = createDraft((field) => typed[field] ?? '')
    const form = useProductForm({ initial, send: () => Promise.resolve() })
    return createElement(ProductForm, { form, intro: add.intro, messages: add, commonBrands, isNew: true })
  }

const readNew = (language?: Language) => readHtml(createNewBikeForm(), null, language)
const readEdit = (language?: Language) => readHtml(EditProduct, bike, language)

/** The headings and the names of the fields in the order of the form; the radios of one choice count once. */
const listParts = (html: string): string[] => {
  const form = /<form.*<\/form>/s.exec(html)?.[0] ?? ''
  const parts = [...form.matchAll(/<h2 class="h3">(.*?)<\/h2>|<input[^>]* name="([^"]*)"/gs)].map(([, heading, name]) =>
    heading === undefined ? (name ?? '') : `# ${heading}`,
  )
  // Further photos are asked for where there is a main one.
  return parts.filter((part, index) => part !== parts[index - 1] && part !== 'moreImages')
}

describe('the form of a bike', () => {
  const inOrder = (bikePart: string, pricePart: string, contactPart: string) => [
    'image',
    `# ${bikePart}`,
    'name',
    'brand',
    'model',
    'productName',
    'purchaseTime',
    'usedTime',
    'kilometres',
    `# ${pricePart}`,
    'salePrice',
    'originalPrice',
    'condition',
    `# ${contactPart}`,
    'sellerName',
    'contactNumber',
    'location',
  ]

  test('has a heading above each of its three parts, and the name of the bike below its model', () => {
    for (const html of [readNew(), readEdit()])
      expect(listParts(html).slice(0, 17)).toEqual(inOrder('The bike', 'Price and condition', 'Contact and place'))
    for (const html of [readNew(bangla), readEdit(bangla)])
      expect(listParts(html).slice(0, 17)).toEqual(inOrder('বাইক', 'দাম ও অবস্থা', 'যোগাযোগ ও এলাকা'))
  })

  test('takes several photos at once, and asks for further ones when there is a main one', () => {
    for (const language of [undefined, bangla]) {
      const html = readNew(language)
      expect(html).toMatch(/<input[^>]*id="product-image"[^>]* multiple=""/)
      expect(html).not.toContain('id="product-photos"')
      expect(readHtml(createNewBikeForm({ image: bike.image }), null, language)).toContain('id="product-photos"')
      expect(readEdit(language)).toContain('id="product-photos"')
    }
  })

  test('says above its button, when a bike is added, that buyers usually see it at once', () => {
    expect(toText(readNew())).toContain(
      'Usually buyers see the bike at once; if we look at it first, My Products says why. Add Product',
    )
    expect(toText(readNew(bangla))).toContain(
      'সাধারণত বাইকটি সঙ্গে সঙ্গে দেখা যায়। কখনো আমরা আগে দেখে নিই; তখন কারণটা “আমার বাইক” পাতায় লেখা থাকে। বাইক যোগ করুন',
    )
    expect(toText(readEdit())).not.toContain('Usually buyers')
  })

  test('says beside the fields what somebody does not know: the price of a used bike when it was new, and each condition', () => {
    for (const html of [readNew(), readEdit()]) {
      expect(toText(html)).toContain('Did you buy it used? Enter its showroom price of that time.')
      expect(toText(html)).toContain('Excellent Needs no repair Good Signs of use, runs well Fair Needs some repair')
    }
    expect(toText(readNew(bangla))).toContain('পুরোনো কিনেছিলেন? তখনকার শোরুমের দাম লিখুন।')
    expect(toText(readNew(bangla))).toContain('চমৎকার কোনো মেরামত লাগবে না')
  })

  test('names a condition by its word alone, and describes it by what it means', () => {
    const html = readNew()
    const radio = /<input [^>]*value="Good"[^>]*>/.exec(html)?.[0] ?? ''
    const readPart = (attribute: string) => {
      const id = new RegExp(`${attribute}="([^"]*)"`).exec(radio)?.[1] ?? ''
      return new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1]
    }
    expect(readPart('aria-labelledby')).toBe('Good')
    expect(readPart('aria-describedby')).toBe('Signs of use, runs well')
  })

  test('offers common brands beside the three, and any other one that is chosen in a last box', () => {
    const listBoxes = (name: string) => {
      const html = readHtml(createNewBikeForm({ name }, ['Bajaj', 'Hero', 'Honda']), null)
      return [...html.matchAll(/<input type="radio"[^>]*>/g)]
        .filter(([box]) => box.includes(' name="name"'))
        .map(([box]) => / value="([^"]*)"/.exec(box)?.[1])
    }
    const listed = ['Yamaha', 'Suzuki', 'TVS', 'Bajaj', 'Hero', 'Honda']
    expect(listBoxes('')).toEqual(listed)
    expect(listBoxes('Hero')).toEqual(listed)
    expect(listBoxes('Lifan')).toEqual([...listed, 'Lifan'])
  })

  test('says of a new bike what can be added after it is listed', () => {
    expect(toText(readNew())).toContain('You can add papers, chassis and engine number after the bike is listed')
    expect(toText(readNew(bangla))).toContain('কাগজপত্র, চেসিস ও ইঞ্জিন নম্বর বাইক যোগ করার পরে')
    expect(toText(readEdit())).not.toContain('after the bike is listed')
  })

  test('says to a member whose address is not confirmed that the bike can be added before', () => {
    const { add } = productFormMessages.en
    const sentence = 'You can add it before your e-mail address is confirmed.'
    expect(getIntro(add, { emailVerified: false })).toContain(sentence)
    expect(getIntro(add, { emailVerified: true })).not.toContain(sentence)
    for (const emailVerified of [true, false]) expect(getIntro(add, { emailVerified })).toContain(add.draftNote)
  })
})

describe('a further photo', () => {
  const moreImages = ['/pictures/a.webp', '/pictures/b.webp', '/pictures/c.webp']
  /** The names of the menus, and the words and the names of the entries of each. */
  const listMenus = (language?: Language) => {
    const list =
      /<ol class="morephotos".*?<\/ol>/s.exec(readHtml(EditProduct, { ...bike, moreImages }, language))?.[0] ?? ''
    return [...list.matchAll(/<li class="morephoto">.*?<\/li>/gs)].map(([photo]) => ({
      menus: [...photo.matchAll(/<summary[^>]* aria-label="([^"]*)"/g)].map(([, name]) => name),
      entries: [...photo.matchAll(/<button[^>]* aria-label="([^"]*)"[^>]*>(.*?)<\/button>/gs)].map(
        ([, name = '', words = '']) => ({ name, words: toText(words) }),
      ),
    }))
  }

  test('has one menu, which leaves out what cannot be done with it', () => {
    expect(listMenus().map(({ menus, entries }) => ({ menus, entries: entries.map(({ words }) => words) }))).toEqual([
      { menus: ['More for photo 2'], entries: ['Make it the main photo', 'Move back', 'Delete'] },
      { menus: ['More for photo 3'], entries: ['Make it the main photo', 'Move forward', 'Move back', 'Delete'] },
      { menus: ['More for photo 4'], entries: ['Make it the main photo', 'Move forward', 'Delete'] },
    ])
    expect(listMenus(bangla)[1]?.entries.map(({ words }) => words)).toEqual([
      'প্রথম ছবি করুন',
      'আগে নিন',
      'পরে নিন',
      'মুছুন',
    ])
  })

  test('is named by each entry of its menu', () => {
    for (const [language, photo] of [[undefined, 'photo 3'] as const, [bangla, 'ছবি ৩'] as const])
      expect(listMenus(language)[1]?.entries.map(({ name }) => name)).toEqual(
        listMenus(language)[1]?.entries.map(({ words }) => `${words}: ${photo}`),
      )
  })
})

describe('a field that the form fills in', () => {
  const thisYear = new Date().getFullYear()
  const typed = { name: 'Suzuki', model: 'Gixxer 155', purchaseTime: String(thisYear - 5) }
  const filled = { ...typed, productName: 'Suzuki Gixxer 155', usedTime: '5' }
  const read = (draft: Partial<ProductDraft>, language?: Language) => readHtml(createNewBikeForm(draft), null, language)
  /** Lines such as "Product Name: Suzuki Gixxer 155 · Change". */
  const listLines = (html: string) =>
    [...html.matchAll(/<p class="filledin">.*?<\/p>/gs)].map(([line]) =>
      toText(line.replaceAll(/<span class="sr-only">.*?<\/span>/g, '')),
    )

  test('stands as one line with a button that opens it', () => {
    expect(listLines(read(filled))).toEqual(['Product Name: Suzuki Gixxer 155 · Change', 'Year of Use: 5 · Change'])
    expect(listLines(read(filled, bangla))).toEqual(['বাইকের নাম: Suzuki Gixxer 155 · বদলান', 'কত বছর চালিয়েছেন: ৫ · বদলান'])
    const button = /<p class="filledin">.*?(<button class="btn btn--quiet".*?<\/button>)/s.exec(read(filled))?.[1] ?? ''
    expect(toText(button.replace(/<span aria-hidden="true">.*?<\/span>/, ''))).toBe('Change: Product Name')
  })

  test('is still part of the form, and is reached by its button alone', () => {
    const html = read(filled)
    for (const field of ['productName', 'usedTime'] as const) {
      const [, before = '', input = ''] =
        new RegExp(`<div([^>]*)><div class="field">[^§]{0,200}?(<input[^>]* name="${field}"[^>]*>)`).exec(html) ?? []
      expect(before).toBe(' class="sr-only" aria-hidden="true"')
      expect(input).toContain(`value="${filled[field]}"`)
      expect(input).toContain('tabindex="-1"')
    }
  })

  test('is open while it is empty or changed by hand, and when a bike is edited', () => {
    expect(listLines(read(typed))).toEqual([])
    expect(read(typed)).not.toContain('aria-hidden="true"><div class="field">')
    expect(listLines(read({ ...filled, productName: 'My Gixxer' }))).toEqual(['Year of Use: 5 · Change'])
    expect(listLines(read({ ...filled, usedTime: '4' }))).toEqual(['Product Name: Suzuki Gixxer 155 · Change'])
    expect(listLines(read({ ...filled, purchaseTime: '' }))).toEqual(['Product Name: Suzuki Gixxer 155 · Change'])
    expect(listLines(readHtml(EditProduct, { ...bike, usedTime: thisYear - bike.purchaseTime }))).toEqual([
      'Category: Suzuki · Model: Gixxer 155 · Change',
    ])
  })
})

describe('the form of a saved bike', () => {
  const unsaved = 'You have changes that are not saved.'
  const readAfter = (html: string, mark: string) => toText(html.slice(html.indexOf(mark)).replace(/<\/form>.*/s, ''))
  const addition = { addToDescription: 'The papers are here.' }

  test('has its button alone in a bar that ends the form', () => {
    expect(readAfter(readEdit(), '<div class="savebar"')).toBe('Save changes')
    expect(readEdit().match(/type="submit"/g)).toHaveLength(1)
    expect(readAfter(readEdit(bangla), '<div class="savebar"')).toBe('সেভ করুন')
    expect(readNew()).not.toContain('savebar')
  })

  test('says in the bar once something is not saved, such as a sentence that a conversation added', () => {
    expect(readEdit()).not.toContain(unsaved)
    const readAdded = (language?: Language) => readHtml(EditProduct, bike, language, '', addition)
    expect(readAfter(readAdded(), '<div class="savebar"')).toBe(`${unsaved} Save changes`)
    expect(readAdded(bangla)).toContain('কিছু পরিবর্তন এখনো সেভ করা হয়নি।')
  })

  test('has changes while a field differs or a photo is on its way', () => {
    const saved = toProductDraft({ ...bike, description: 'Two keys.\nNew chain.' }, String)
    type State = MorePhoto['state']
    const has = (draft: Partial<ProductDraft>, main: State = 'uploaded', further: State = 'uploaded') => {
      const photos = { photo: { photo: { state: main } }, morePhotos: { photos: [{ state: further }] } }
      return hasChanges({ draft: { ...saved, ...draft }, ...photos }, saved)
    }
    expect(has({})).toBe(false)
    expect(has({ salePrice: '1,81,000' })).toBe(true)
    expect(has({ image: '/pictures/another.webp' })).toBe(true)
    expect(has({ moreImages: '/pictures/another.webp' })).toBe(true)
    expect(has({}, 'sending')).toBe(true)
    expect(has({}, 'uploaded', 'failed')).toBe(true)
    // The same lines, as some browsers give them.
    expect(has({ description: 'Two keys.\r\nNew chain.' })).toBe(false)
  })

  test('has its photos in small', () => {
    const photo = /<img[^>]*class="drop__photo"[^>]*>/
    expect(photo.exec(readEdit())?.[0]).toContain('sizes="6rem"')
    expect(photo.exec(readHtml(createNewBikeForm({ image: bike.image }), null))?.[0]).toContain('sizes="34rem"')
  })
})
