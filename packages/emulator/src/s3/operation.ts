import type { S3Operation } from "../http/s3-operations.js";

/** Parameters that ask for another operation than the method alone. */
const SUBRESOURCES = [
  "accelerate",
  "acl",
  "attributes",
  "cors",
  "delete",
  "encryption",
  "legal-hold",
  "lifecycle",
  "location",
  "logging",
  "notification",
  "object-lock",
  "policy",
  "publicAccessBlock",
  "replication",
  "restore",
  "retention",
  "select",
  "tagging",
  "torrent",
  "uploads",
  "uploadId",
  "versionId",
  "versioning",
  "versions",
  "website",
];

/** What a request asks for, as far as the operation depends on it. */
interface S3Target {
  readonly method: string;
  /** Empty for the list of all volumes. */
  readonly volumeId: string;
  /** Empty for a request that is for the whole volume. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly isCopy: boolean;
}

/** The operation that a request asks for; undefined for one that the service does not offer. */
export function operationOf(target: S3Target): S3Operation | undefined {
  const { method, volumeId, key, query, isCopy } = target;
  const subresource = SUBRESOURCES.find((name) => query.has(name)) ?? "";
  const request = `${method} ${subresource}`.trim();
  if (volumeId === "") return request === "GET" ? "ListBuckets" : undefined;
  if (key === "") {
    if (request === "GET")
      return query.get("list-type") === "2" ? "ListObjectsV2" : "ListObjects";
    return VOLUME_OPERATIONS[request];
  }
  if (isCopy) return request === "PUT" ? "CopyObject" : undefined;
  return FILE_OPERATIONS[request];
}

const VOLUME_OPERATIONS: Readonly<Record<string, S3Operation>> = {
  HEAD: "HeadBucket",
  "GET uploads": "ListMultipartUploads",
};

const FILE_OPERATIONS: Readonly<Record<string, S3Operation>> = {
  HEAD: "HeadObject",
  GET: "GetObject",
  PUT: "PutObject",
  DELETE: "DeleteObject",
  "POST uploads": "CreateMultipartUpload",
  "PUT uploadId": "UploadPart",
  "POST uploadId": "CompleteMultipartUpload",
  "DELETE uploadId": "AbortMultipartUpload",
  "GET uploadId": "ListParts",
};
