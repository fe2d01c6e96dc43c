import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FORM, hasType, isFromOwnPage } from '../identity-provider/http.ts'

const CAPTCHA_SITE_KEY = 'demo-site-key'
export const CAPTCHA_SECRET = 'demo-captcha-secret'

const TOKEN_LIFE_MS = 120_000
const MAX_BODY_LENGTH = 20_000

/** Behaves like the widget of a captcha service from the page's view; every visitor passes here. */
const WIDGET = `'use strict'
const tokens = new URL('/captcha/token', document.currentScript.src)
window.grecaptcha = {
  ready: (task) => task(),
  execute: async (sitekey) => {
    const response = await fetch(tokens, { method: 'POST', body: sitekey })
    return response.text()
  },
}
`

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > MAX_BODY_LENGTH) break
  }
  return text
}

/** Creates a stand-in for a captcha service: widget, tokens that are accepted once, and the call that checks them. */
export const createCaptchaService = () => {
  const live = new Map<string, number>()
  const respond = (response: ServerResponse, type: string, body: string) =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  const verify = async (request: IncomingMessage): Promise<boolean> => {
    const form = new URLSearchParams(await readText(request))
    const token = form.get('response') ?? ''
    const bornAt = live.get(token)
    live.delete(token)
    return form.get('secret') === CAPTCHA_SECRET && bornAt !== undefined && Date.now() - bornAt < TOKEN_LIFE_MS
  }
  /** Returns `false` if the request is not for the captcha. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/captcha/api.js') respond(response, 'text/javascript', WIDGET)
    else if (path === '/captcha/token' && request.method === 'POST' && isFromOwnPage(request)) {
      const isKnown = (await readText(request)) === CAPTCHA_SITE_KEY
      const token = isKnown ? randomUUID() : ''
      if (isKnown) live.set(token, Date.now())
      respond(response, 'text/plain', token)
    } else if (path === '/captcha/siteverify' && request.method === 'POST' && hasType(request, FORM)) {
      respond(response, 'application/json', JSON.stringify({ success: await verify(request), score: 0.9 }))
    } else return false
    return true
  }
}
