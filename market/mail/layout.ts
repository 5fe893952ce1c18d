// Pure. The layout of every e-mail: HTML for e-mail programs, and a plain text that says the same.
import type { LanguageCode } from '#contract/language.ts'
import { escapeHtml } from '#contract/text.ts'

/** A link and its words. The URL is absolute and ours: words of members are never made into links. */
export type EmailLink = { label: string; url: string }

/** A paragraph, which may end with a link. */
export type EmailParagraph = string | { text: string; link: EmailLink }

/** A bike: its title, which may be a link, a line of facts, and a picture: JPEG or PNG, as Outlook shows no WebP. */
export type EmailItem = { title: string; facts: string; url?: string; picture?: { url: string; alt: string } }

/** What an e-mail says, from top to bottom. */
export type EmailContent = {
  /** Where the logo comes from: the same address for everybody, so that it does not tell who opens an e-mail. */
  publicUrl: string
  heading: string
  /** What inboxes show beside the subject; without it they show the first words. Only the HTML has it. */
  preview?: string
  paragraphs: EmailParagraph[]
  items?: EmailItem[]
  /** A table of facts, such as When and Where. */
  rows?: { label: string; value: string }[]
  button?: EmailLink
  /** Quieter paragraphs below the button. */
  notes?: EmailParagraph[]
  /** Small print: why the e-mail came and how to stop it. */
  footer?: EmailParagraph[]
}

// ---------- HTML ----------

// Many e-mail programs drop style sheets, so all styles are inline. Colours of web/styles.
const fonts = `'Anek Bangla','Anek Latin','Segoe UI',Roboto,'Noto Sans Bengali',Arial,sans-serif`
const [bottle, onBottle, paper, surface] = ['#0d4d3a', '#fdf9ef', '#fbf7ee', '#fffdf8']
const [ink, inkQuiet, inkSmall, line] = ['#17211c', '#465049', '#5f655a', '#e2d8c3']
// Programs that know the theme of the reader read this one. !important, because inline styles are stronger.
const darkStyles = `@media (prefers-color-scheme:dark){
.paper{background:#111613!important;color:#f3eee2!important}
.surface{background:#19201c!important}
.quiet{color:#c6c7bb!important}
.small{color:#a3a899!important}
.line{border-color:#2f3933!important}
.link{color:#7dd3ad!important}
}`
const tableAttributes = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'

const toLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const renderLink = ({ label, url }: EmailLink): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${bottle}">${escapeHtml(label)}</a>`

const renderSentence = (paragraph: EmailParagraph): string =>
  typeof paragraph === 'string' ? toLines(paragraph) : `${toLines(paragraph.text)} ${renderLink(paragraph.link)}`

const renderParagraph = (paragraph: EmailParagraph): string =>
  `<p style="margin:0 0 14px">${renderSentence(paragraph)}</p>`

const renderRow = (style: string, content: string, color?: 'quiet'): string =>
  `<tr><td class="surface${color ? ` ${color}` : ''}" style="background:${surface};${style}">${content}</td></tr>\n`

const renderPicture = ({ url, alt }: { url: string; alt: string }): string =>
  `<td width="152" valign="top" style="padding:0 14px 14px 0"><img src="${escapeHtml(url)}" width="152" height="80" alt="${escapeHtml(alt)}" style="display:block;border:0;border-radius:4px"></td>`

const renderItem = ({ title, facts, url, picture }: EmailItem): string => {
  const name = url === undefined ? escapeHtml(title) : renderLink({ label: title, url })
  return `<table ${tableAttributes}><tr>${picture ? renderPicture(picture) : ''}<td valign="top" style="padding:0 0 14px"><b>${name}</b><br>${toLines(facts)}</td></tr></table>`
}

const cellStyle = `padding:9px 0;border-top:1px solid ${line}`

const renderFacts = (rows: { label: string; value: string }[]): string => {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><th class="line small" align="left" valign="top" scope="row" style="${cellStyle};padding-right:12px;font-weight:400;color:${inkSmall};width:38%">${escapeHtml(label)}</th><td class="line" valign="top" style="${cellStyle};font-weight:600">${toLines(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${cells.join('')}</table>`
}

const renderButton = ({ label, url }: EmailLink): string =>
  `<table ${tableAttributes}><tr><td align="center" bgcolor="${bottle}" style="border-radius:6px"><a href="${escapeHtml(url)}" style="display:block;padding:14px 20px;color:${onBottle};font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`

type Signature = { name: string; line: string }

const renderBody = (content: EmailContent, signature: Signature): string => {
  const { heading, paragraphs, items = [], rows = [], button, notes = [], footer = [] } = content
  const opening = `<h1 style="margin:0 0 8px;font-size:26px;line-height:1.2">${escapeHtml(heading)}</h1>${paragraphs.map(renderParagraph).join('')}`
  // Pictures are off in many e-mail programs; the name then stands in the style of the bar.
  const logo = `<img src="${escapeHtml(content.publicUrl)}/share/logo.png" width="190" height="34" alt="${signature.name}" style="display:block;border:0">`
  const bar = `<tr><td style="background:${bottle};padding:16px 20px;color:${onBottle};font-size:24px;font-weight:800;line-height:34px">${logo}</td></tr>\n`
  const smallPrint = [signature.line, ...footer].map(renderSentence).join('<br>')
  return [
    bar,
    renderRow('padding:24px 20px 8px', opening),
    items.length > 0 ? renderRow('padding:0 20px', items.map(renderItem).join('')) : '',
    rows.length > 0 ? renderRow('padding:0 20px', renderFacts(rows)) : '',
    button ? renderRow('padding:12px 20px 16px', renderButton(button)) : '',
    notes.length > 0
      ? renderRow(
          `padding:6px 20px 10px;color:${inkQuiet};font-size:16px`,
          notes.map(renderParagraph).join(''),
          'quiet',
        )
      : '',
    `<tr><td class="small" style="padding:18px 20px 28px;color:${inkSmall};font-size:14px;line-height:1.5">${smallPrint}</td></tr>`,
  ].join('')
}

const renderHtml = (content: EmailContent, signature: Signature, language: LanguageCode): string => {
  const { heading, preview } = content
  const hidden =
    preview === undefined
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${escapeHtml(preview)}</div>\n`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(heading)}</title>
<style>${darkStyles}</style></head>
<body class="paper" style="margin:0;padding:0;background:${paper};color:${ink};font-family:${fonts};font-size:17px;line-height:1.5">
${hidden}<table class="paper" ${tableAttributes} style="background:${paper}"><tr><td align="center" style="padding:0"><div role="main"><table ${tableAttributes} style="max-width:600px;text-align:left">
${renderBody(content, signature)}
</table></div></td></tr></table></body></html>
`
}

// ---------- plain text ----------

const toPlainParagraph = (paragraph: EmailParagraph): string =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.text} ${paragraph.link.label}: ${paragraph.link.url}`

const toPlainItem = ({ title, facts, url }: EmailItem): string =>
  [`${title}, ${facts}`, ...(url === undefined ? [] : [url])].join('\n')

const renderText = (content: EmailContent, signature: Signature): string => {
  const { heading, paragraphs, items = [], rows = [], button, notes = [], footer = [] } = content
  const facts = rows.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n')
  const parts = [
    heading,
    ...paragraphs.map(toPlainParagraph),
    ...items.map(toPlainItem),
    ...(rows.length > 0 ? [facts] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes.map(toPlainParagraph),
    [signature.line, ...footer.map(toPlainParagraph)].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

const signatures: Record<LanguageCode, Signature> = {
  en: { name: 'Motohaat', line: 'Motohaat, the market for used motorbikes' },
  bn: { name: 'মোটোহাট', line: 'মোটোহাট, পুরোনো মোটরসাইকেলের হাট' },
}

/**
 * Renders an e-mail: a table of 600 px with inline styles for the HTML, and the same words as plain text. All words are
 * escaped.
 */
export const renderEmail = (content: EmailContent, language: LanguageCode): { html: string; text: string } => ({
  html: renderHtml(content, signatures[language], language),
  text: renderText(content, signatures[language]),
})
