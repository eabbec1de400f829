/** The operations of S3 that the file service offers, by the names of S3. */
const S3_OPERATIONS = [
  "ListBuckets",
  "HeadBucket",
  "ListObjects",
  "ListObjectsV2",
  "HeadObject",
  "GetObject",
  "PutObject",
  "CopyObject",
  "DeleteObject",
  "CreateMultipartUpload",
  "UploadPart",
  "CompleteMultipartUpload",
  "AbortMultipartUpload",
  "ListMultipartUploads",
  "ListParts",
] as const;

export type S3Operation = (typeof S3_OPERATIONS)[number];

/** How fault rules and recorded requests name an operation. */
export type S3Route = `S3 ${S3Operation}`;

export const S3_ROUTES: readonly S3Route[] = S3_OPERATIONS.map(
  (operation) => `S3 ${operation}` as const,
);
