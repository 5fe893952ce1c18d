// 3-D Secure: shows the bank's page in a modal dialog, in a shadow root that the page's styles do not reach.

const dialogRules = `
  dialog {
    inline-size: min(480px, calc(100vw - 32px)); block-size: min(360px, calc(100dvh - 32px)); box-sizing: border-box;
    padding: 0; border: 0; border-radius: 10px; overflow: hidden; background: #fbf7ee; color-scheme: light dark;
  }
  dialog::backdrop { background: rgb(0 0 0 / 0.6); }
  iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
`

/**
 * Shows the challenge and resolves once the buyer has answered it. Calls `isAnswered` after each load of the frame, and
 * `cancel` when the buyer closes the dialog, which counts as a failed authentication.
 */
export async function showChallenge({ url, isAnswered, cancel }) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(dialogRules)
  root.adoptedStyleSheets = [sheet]
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3D Secure 2 Test Page')
  const frame = document.createElement('iframe')
  frame.title = '3D Secure 2 Test Page'
  frame.src = url
  dialog.append(frame)
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
  await waitForAnswer({ dialog, frame, isAnswered, cancel })
  dialog.close()
  host.remove()
}

function waitForAnswer({ dialog, frame, isAnswered, cancel }) {
  return new Promise((resolve) => {
    frame.addEventListener('load', () => {
      void isAnswered().then((isDone) => isDone && resolve())
    })
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      void cancel().then(resolve)
    })
  })
}
