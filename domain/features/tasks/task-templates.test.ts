import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Phase, phases } from '../timeline/phase.ts'
import { enteredPhase, templatePhases, templatesInForce } from './task-templates.ts'

const at = (phase: Phase, acceptedOfferId: string | null = null) => ({ phase, propertyId: 'property', acceptedOfferId })

describe('Entering a phase makes its tasks, once an entering', () => {
  test('taking on and going on the market are entered once a property', () => {
    expect(enteredPhase(null, at('preForSale'))).toEqual({ phase: 'preForSale', phaseEntry: 'property' })
    expect(enteredPhase(at('preForSale'), at('forSale'))).toEqual({ phase: 'forSale', phaseEntry: 'property' })
  })
  test('sold and exchanged are entered once an accepted offer', () => {
    expect(enteredPhase(at('forSale'), at('sold', 'first'))).toEqual({ phase: 'sold', phaseEntry: 'first' })
    expect(enteredPhase(at('forSale'), at('sold', 'second'))).toEqual({ phase: 'sold', phaseEntry: 'second' })
    expect(enteredPhase(at('sold', 'first'), at('exchanged', 'first'))).toEqual({ phase: 'exchanged', phaseEntry: 'first' })
    expect(enteredPhase(at('sold', 'first'), at('sold', 'second'))).toEqual({ phase: 'sold', phaseEntry: 'second' })
  })
  test('a phase that a sale goes back to, or comes back to from withdrawn, is not entered', () => {
    expect(enteredPhase(at('sold', 'first'), at('forSale'))).toBeNull()
    expect(enteredPhase(at('exchanged', 'first'), at('sold', 'first'))).toBeNull()
    expect(enteredPhase(at('withdrawn'), at('forSale'))).toBeNull()
  })
  test('completed and withdrawn sales get no tasks', () => {
    expect(enteredPhase(at('exchanged', 'first'), at('completed', 'first'))).toBeNull()
    expect(enteredPhase(at('forSale'), at('withdrawn'))).toBeNull()
  })
  test('a change within a phase enters none; going back and forth enters at most one', () =>
    fc.assert(
      fc.property(fc.constantFrom(...phases), fc.constantFrom(...phases), (one, other) => {
        expect(enteredPhase(at(one, 'offer'), at(one, 'offer'))).toBeNull()
        const ways = [enteredPhase(at(one, 'offer'), at(other, 'offer')), enteredPhase(at(other, 'offer'), at(one, 'offer'))]
        expect(ways.filter(Boolean).length).toBeLessThanOrEqual(1)
        for (const way of ways) if (way) expect(templatePhases).toContain(way.phase)
      }),
    ))
})

test('Branch templates are used in place of the company’s where the branch has any', () => {
  expect(templatesInForce(['company'], [])).toEqual(['company'])
  expect(templatesInForce(['company'], ['branch'])).toEqual(['branch'])
})
