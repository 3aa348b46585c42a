/**
 * Creates the bucket of S3_… if it does not exist. For a store that is deployed with the app; otherwise its operator creates
 * it.
 */
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { readConfig } from '../../server/config.ts'

const { s3 } = readConfig(process.env)
if (!s3) throw new Error('S3_ENDPOINT and the rest of S3_… are not set.')
const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3
const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true })

const isThere = await client.send(new HeadBucketCommand({ Bucket: bucket })).then(
  () => true,
  (error: { name: string }) => {
    if (error.name === 'NotFound' || error.name === 'NoSuchBucket') return false
    throw error
  },
)
if (!isThere) await client.send(new CreateBucketCommand({ Bucket: bucket }))
console.log(`The bucket ${bucket} ${isThere ? 'was there' : 'was made'}.`)
