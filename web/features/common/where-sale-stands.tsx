import './where-sale-stands.css'
import { showDate } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { readSaleSummary } from '@gya/domain/features/sale-summary/sale-summary.contract.ts'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Link } from '../../ui/navigation/link.tsx'

type Sentence = Wire<typeof readSaleSummary, 'response'>['sentences'][number]
type Proof = Sentence['proofs'][number]

const proofWords = ({ kind, on }: Proof): string => ({ entry: showDate(on).slice(0, 5), forecast: 'how', list: 'show' })[kind]
const proofNames = ({ kind, on }: Proof): string =>
  ({ entry: `Entry of ${showDate(on)}`, forecast: 'How this came about', list: 'Show' })[kind]

/** "Where this sale stands" in at most five sentences, each with links to its proof. On a phone the first, and *More*. */
export function WhereSaleStands({ params, heading: Heading = 'h3' }: { params: PropertyParams; heading?: 'h2' | 'h3' }) {
  const { data, error, refetch } = useCall(readSaleSummary, { params })
  const [isWhole, setWhole] = useState(false)
  const [copied, setCopied] = useState(false)
  const sentences = data?.sentences ?? []
  const copy = async () => {
    await navigator.clipboard.writeText(sentences.map(({ text }) => text).join('\n'))
    setCopied(true)
  }
  return (
    <section className="sale-stands" aria-labelledby="sale-stands" data-whole={isWhole || undefined}>
      <Heading id="sale-stands">
        Where this sale stands
        {sentences.length > 0 && 'clipboard' in navigator && (
          <IconButton
            icon={IconCopy}
            label={copied ? 'Copied' : 'Copy the sentences'}
            variant="quiet"
            size="s"
            onClick={() => void copy()}
          />
        )}
      </Heading>
      {!data && !error && <SkeletonLines lines={5} />}
      {!data && error && (
        <p>
          This could not be worked out.{' '}
          <Button size="s" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul>
        {sentences.map(({ kind, text, proofs }) => (
          <li key={kind}>
            {text}
            {proofs.map((proof) => (
              <Link key={proof.path} to={proof.path} aria-label={`${proofNames(proof)}: ${text}`}>
                {proofWords(proof)}
              </Link>
            ))}
          </li>
        ))}
      </ul>
      {sentences.length > 1 && !isWhole && (
        <Button size="s" variant="quiet" onClick={() => setWhole(true)}>
          More
        </Button>
      )}
    </section>
  )
}
