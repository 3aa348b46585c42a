import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ApiScope, apiScopes } from '../../access/api-scopes.ts'
import {
  hasRedirect,
  hasSignedInLately,
  isAppToken,
  isClientId,
  isDocumentAddress,
  isGrantOpen,
  isLocalRedirect,
  isRedirect,
  isVerifier,
  lifetimes,
  looksLikeAppToken,
  offeredScopes,
  readAuthorizationRequest,
  redirectHost,
  refreshEnd,
  refreshUse,
  resourceAt,
  scopesOfResource,
  secondsAfter,
  whyNotAddApp,
  whyNotAddGrant,
  whyNotByApp,
  whyNotConnect,
} from './applications.rules.ts'

const now = '2026-03-10T09:30:00.000Z'
const publicUrl = 'https://gya.example'
const clientId = 'https://assistant.example/client.json'
const redirectUri = 'https://assistant.example/back'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const right = {
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

describe('Redirects', () => {
  test.each([
    ['https://assistant.example/back?a=1', 'assistant.example'],
    ['https://assistant.example:8443/back', 'assistant.example:8443'],
    ['http://127.0.0.1:53171/back', '127.0.0.1'],
    ['http://[::1]:1/', '[::1]'],
    ['http://localhost:8080/callback', 'localhost'],
    ['com.example.app:/back', 'com.example.app'],
  ])('%s may be used; its host is %s', (uri, host) => {
    expect(isRedirect(uri)).toBe(true)
    expect(redirectHost(uri)).toBe(host)
  })

  test.each([
    '',
    'http://assistant.example/back',
    'https://assistant.example/back#part',
    'https://user@assistant.example/back',
    'https://ASSISTANT.example/back',
    'https://assistant.example/ back',
    'https://assistant.example\\back',
    'https://assistant.example/\nback',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'myapp:/back',
    `https://assistant.example/${'a'.repeat(500)}`,
  ])('%j may not', (uri) => {
    expect(isRedirect(uri)).toBe(false)
  })

  test('"Redirects match exactly"; the port of a loopback address is free', () => {
    expect(hasRedirect([redirectUri], redirectUri)).toBe(true)
    for (const other of [
      `${redirectUri}/`,
      redirectUri.replace('back', 'Back'),
      redirectUri.replace('.example', '.example:8443'),
    ])
      expect(hasRedirect([redirectUri], other)).toBe(false)
    expect(hasRedirect(['http://127.0.0.1/back'], 'http://127.0.0.1:4711/back')).toBe(true)
    expect(hasRedirect(['http://127.0.0.1:1/back'], 'http://127.0.0.1:2/back')).toBe(true)
    expect(hasRedirect(['http://127.0.0.1/back'], 'http://127.0.0.1:4711/other')).toBe(false)
    expect(hasRedirect(['http://127.0.0.1/back'], 'http://localhost:4711/back')).toBe(false)
    expect(isLocalRedirect('http://127.0.0.1:1/back')).toBe(true)
    expect(isLocalRedirect(redirectUri)).toBe(false)
  })

  test('what matches is a redirect without fragment, user or control characters', () => {
    const sign = fc.constantFrom(...'aB1./:@#?&=%\\ -[]_\n\u0000é')
    const text = fc.string({ unit: sign, maxLength: 30 })
    fc.assert(
      fc.property(fc.constantFrom('https://', 'http://127.0.0.1', 'com.example:'), text, (start, more) => {
        if (!isRedirect(`${start}${more}`)) return
        const { hash, username, href } = new URL(`${start}${more}`)
        expect([hash, username]).toEqual(['', ''])
        expect(href).not.toMatch(/\s/)
        if (start === 'http://127.0.0.1') expect(new URL(href).hostname).toBe('127.0.0.1')
      }),
    )
  })
})

test('a client is an https address with a path, or one that an administrator registered', () => {
  expect(isDocumentAddress(clientId)).toBe(true)
  expect(isClientId('app_0190a5d2-7b1e-7c3a-9f00-1234567890ab')).toBe(true)
  for (const wrong of [
    '',
    'app_1',
    'http://assistant.example/c.json',
    'https://assistant.example',
    'https://a.example/#c',
    `https://a.example/${'a'.repeat(300)}`,
  ])
    expect(isClientId(wrong)).toBe(false)
})

describe('An authorization request', () => {
  test('names client, redirect and challenge', () => {
    expect(readAuthorizationRequest({ ...right, state: 's', scope: 'property:read offline_access' }, publicUrl)).toEqual({
      kind: 'right',
      clientId,
      redirectUri,
      state: 's',
      challenge,
      resource: 'api',
      scopes: ['property:read'],
    })
    expect(readAuthorizationRequest({ ...right, resource: `${publicUrl}/api` }, publicUrl)).toMatchObject({
      kind: 'right',
      state: null,
      scopes: null,
    })
  })

  test.each([
    [{ client_id: undefined }],
    [{ client_id: 'unknown' }],
    [{ client_id: [clientId, clientId] }],
    [{ redirect_uri: undefined }],
    [{ redirect_uri: [redirectUri, redirectUri] }],
    [{ redirect_uri: `${redirectUri}#a` }],
  ])('with %j is unusable: it never redirects', (wrong) => {
    expect(readAuthorizationRequest({ ...right, ...wrong }, publicUrl)).toEqual({ kind: 'unusable' })
  })

  test.each([
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ resource: 'https://other.example/api' }, 'invalid_target'],
    [{ scope: ['a', 'b'] }, 'invalid_request'],
    [{ state: 'a'.repeat(501) }, 'invalid_request'],
  ])('with %j goes back with %s', (wrong, error) => {
    expect(readAuthorizationRequest({ ...right, ...wrong }, publicUrl)).toMatchObject({
      kind: 'wrong',
      error,
      clientId,
      redirectUri,
    })
  })
})

test('"Any person … within the scopes the company allows it"', () => {
  expect(offeredScopes(null, ['property:read', 'note:write'])).toEqual(['property:read', 'note:write'])
  expect(offeredScopes(['note:write', 'event:read'], ['property:read', 'note:write'])).toEqual(['note:write'])
})

test('a token opens the API or the tools, each with scopes of its own', () => {
  expect(resourceAt(undefined, publicUrl)).toBe('api')
  expect(resourceAt('https://gya.example/api/mcp', publicUrl)).toBe('mcp')
  expect(resourceAt('https://gya.example/api/mcp/', publicUrl)).toBeNull()
  expect(scopesOfResource.api).not.toContain('draft:write')
  expect(scopesOfResource.mcp).not.toContain('note:write')
})

test('refusals', () => {
  expect(['asked', 'refused', null].map((state) => whyNotConnect(state as 'asked'))).toEqual(Array(3).fill('APP_NOT_ALLOWED'))
  expect(whyNotConnect('allowed')).toBeNull()
  expect([whyNotAddApp(49), whyNotAddApp(50)]).toEqual([null, 'TOO_MANY_APPS'])
  expect([whyNotAddGrant(19), whyNotAddGrant(20)]).toEqual([null, 'TOO_MANY_GRANTS'])
})

test('a call needs its scope in the grant: outside tools that of keys, in tools that of the tool', () => {
  const byApi = (scopes: readonly ApiScope[]) => ({ scopes, resource: 'api' as const })
  expect(whyNotByApp({}, byApi(apiScopes))).toBe('NOT_FOR_APPS')
  expect(whyNotByApp({ scope: 'note:write' }, byApi(['property:read']))).toBe('FORBIDDEN')
  expect(whyNotByApp({ scope: 'note:write' }, byApi(['note:write']))).toBeNull()
  const assistant = { tool: 'read_today', scope: 'day:read', title: '', description: '', answer: z.object({}) } as const
  expect(whyNotByApp({ assistant }, byApi(apiScopes))).toBe('NOT_FOR_APPS')
  expect(whyNotByApp({ assistant }, { scopes: ['day:read'], resource: 'mcp' })).toBeNull()
  expect(whyNotByApp({ assistant }, { scopes: ['event:read'], resource: 'mcp' })).toBe('FORBIDDEN')
  expect(whyNotByApp({ scope: 'note:write' }, { scopes: apiScopes, resource: 'mcp' })).toBe('NOT_FOR_APPS')
})

describe('Tokens', () => {
  test('are `gyac_`, `gyat_`, `gyar_` and 43 signs; no session token looks like one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{43}$/), fc.constantFrom('c', 't', 'r'), (signs, kind) => {
        expect(isAppToken(`gya${kind}_${signs}`)).toBe(true)
        expect(looksLikeAppToken(`gyat_${signs}`)).toBe(true)
        expect(looksLikeAppToken(signs)).toBe(false)
      }),
    )
    expect(isAppToken(`gyax_${'a'.repeat(43)}`)).toBe(false)
    expect(isAppToken(`gyat_${'a'.repeat(42)}`)).toBe(false)
  })

  test('a verifier has 43 to 128 unreserved signs', () => {
    expect([43, 128].map((length) => isVerifier('a'.repeat(length)))).toEqual([true, true])
    expect(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}+`].map(isVerifier)).toEqual([false, false, false])
  })

  const life = { createdon: now, codeUntil: secondsAfter(now, 60), refreshUntil: null, endedOn: null }

  test('a code lasts 60 seconds, a refresh token 30 days, a grant 365', () => {
    expect(isGrantOpen(life, secondsAfter(now, 59))).toBe(true)
    expect(isGrantOpen(life, secondsAfter(now, 60))).toBe(false)
    expect(isGrantOpen({ ...life, endedOn: now }, now)).toBe(false)
    expect(refreshEnd(life, now)).toBe('2026-04-09T09:30:00.000Z')
    expect(refreshEnd(life, secondsAfter(now, 350 * 86_400))).toBe('2027-03-10T09:30:00.000Z')
  })

  test('"The old token is good for 60 s more, later its use ends the grant"', () => {
    const refreshed = { ...life, refreshUntil: refreshEnd(life, now), oldUntil: secondsAfter(now, lifetimes.replacedRefresh) }
    expect(refreshUse({ ...refreshed, isCurrent: true }, now)).toBe('current')
    expect(refreshUse({ ...refreshed, isCurrent: false }, secondsAfter(now, 59))).toBe('old')
    expect(refreshUse({ ...refreshed, isCurrent: false }, secondsAfter(now, 61))).toBe('reused')
    expect(refreshUse({ ...refreshed, isCurrent: true, endedOn: now }, now)).toBe('over')
    expect(refreshUse({ ...refreshed, isCurrent: true }, secondsAfter(now, 30 * 86_400))).toBe('over')
  })

  test('"Refresh is refused when the person has not signed in for 30 days"', () => {
    expect(hasSignedInLately(null, now)).toBe(false)
    expect(hasSignedInLately(now, secondsAfter(now, 30 * 86_400 - 1))).toBe(true)
    expect(hasSignedInLately(now, secondsAfter(now, 30 * 86_400))).toBe(false)
  })
})
