/** Served as Stripe.js: the few methods a card form uses, with the card number in a frame of this origin. */
export const SCRIPT = `(() => {
  const origin = new URL(document.currentScript.src).origin
  const frames = new WeakMap()
  const createCard = () => {
    const frame = document.createElement('iframe')
    frame.src = origin + '/stripe/card'
    frame.title = 'Secure card payment input frame'
    frame.width = '100%'
    frame.height = '190'
    frame.setAttribute('frameborder', '0')
    const listeners = { ready: [], change: [] }
    frame.addEventListener('load', () => listeners.ready.forEach((run) => run()))
    const element = {
      mount: (node) => node.append(frame),
      unmount: () => frame.remove(),
      destroy: () => frame.remove(),
      focus: () => frame.focus(),
      on: (type, run) => (listeners[type]?.push(run), element),
    }
    frames.set(element, frame)
    return element
  }
  const send = (element, message) =>
    new Promise((resolve) => {
      const frame = frames.get(element)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      frame.contentWindow.postMessage(message, origin, [port2])
    })
  // Like the provider's own script: the bank's page is a frame in the body, over everything.
  const challenge = () =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = origin + '/stripe/challenge'
      frame.title = 'Confirmation by your bank'
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647' })
      const listen = ({ source, data }) => {
        if (source !== frame.contentWindow) return
        removeEventListener('message', listen)
        frame.remove()
        resolve(data)
      }
      addEventListener('message', listen)
      document.body.append(frame)
    })
  window.Stripe = () => ({
    elements: () => ({ create: createCard }),
    async confirmCardSetup(secret, { payment_method: { card, billing_details: details = {} } }) {
      const message = { secret, name: details.name ?? '' }
      let outcome = await send(card, message)
      if (outcome.status === 'requires_action') outcome = await send(card, { ...message, proof: await challenge() })
      if (outcome.error) return { error: { type: 'card_error', message: outcome.error } }
      return { setupIntent: { status: outcome.status, payment_method: outcome.paymentMethodId } }
    },
  })
  window.Stripe.version = 'stand-in'
})()
`

const FRAME_SCRIPT = `
const form = document.forms[0]
const call = async (body) => (await fetch('/stripe/confirm', { method: 'POST', body: JSON.stringify(body) })).json()
addEventListener('message', async ({ data, ports: [port] }) => {
  const [month, year] = form.expiry.value.split('/')
  const body = { ...data, number: form.number.value, expMonth: Number(month), expYear: 2000 + Number(year) }
  port.postMessage(await call(body))
})
`

const LOOK = `<style>
:root{color-scheme:light dark}body{margin:4px;font:14px system-ui}label{display:block;margin-bottom:8px}
input{display:block;box-sizing:border-box;width:100%;padding:6px;font:inherit}.row{display:grid;grid-template-columns:1fr 1fr;gap:8px}
button{padding:8px 12px;font:inherit}main{max-width:360px;margin:15vh auto;padding:24px;background:Canvas;border:1px solid}
</style>`

/** The card form. */
export const CARD_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title>${LOOK}
<form><label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"></label>
<div class="row"><label>Expiry date (MM/YY)<input name="expiry" autocomplete="cc-exp" placeholder="12/34"></label>
<label>Security code<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123"></label></div></form>
<script>${FRAME_SCRIPT}</script></html>`

/** The page of the bank, for cards that ask for proof. */
export const CHALLENGE_FRAME = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Your bank</title>${LOOK}
<main><p>Your bank asks you to confirm this card.</p>
<button value="complete">Complete authentication</button> <button value="fail">Fail authentication</button></main>
<script>
for (const button of document.querySelectorAll('button')) button.onclick = () => parent.postMessage(button.value, '*')
</script></html>`
