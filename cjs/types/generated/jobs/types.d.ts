export interface paths {
    "/v2/{slug}/cancel/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a job that is waiting or running.
         *
         * Takes the job out of the queue, or stops the worker that runs it, and answers with the status `CANCELLED`. It is not run again. An endpoint takes 100 calls in 10 seconds and 20 at once, or more where its workers allow more.
         */
        post: operations["CancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the jobs and workers of an endpoint.
         *
         * Answers with how many jobs wait, run and have ended, and with how many workers are in which state: the figures that tell a long queue from a lack of capacity. It starts no worker and costs nothing.
         */
        get: operations["JobHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/purge-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop every job that is still waiting.
         *
         * Empties the queue of the endpoint, whoever submitted the work; it cannot be undone. A job that a worker has already taken up runs on. An endpoint takes 2 calls in 10 seconds.
         */
        post: operations["PurgeJobQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/retry/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a job that failed or timed out back in the queue.
         *
         * Runs the same input again under the same `id`; its earlier error and output are gone. Only a job whose status is `FAILED` or `TIMED_OUT`, and whose result is still kept, can be put back. The new run is billed if it succeeds.
         */
        post: operations["RetryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a job and return at once.
         *
         * Puts a job in the queue and answers with its `id` before any work is done; poll its status until it ends. The body holds at most 10 MB, and the result is kept for 30 minutes after the end. An endpoint takes 1000 calls in 10 seconds and 200 at once, or more where its workers allow more. Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed generation is not charged.
         */
        post: operations["RunJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/runsync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a job and hold the call until it ends.
         *
         * Puts a job in the queue and answers when it ends, or when `wait` runs out: the status is then not final, and the job goes on and is polled by its `id`, which begins with `sync-`. The body holds at most 20 MB, and the result is kept for 1 minute after the end. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its workers allow more. Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed generation is not charged.
         */
        post: operations["RunSyncJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/status/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a job, and fetch its result once it has ended.
         *
         * Answers at once with the present state of the job, and with `output` when it is `COMPLETED`. A result is kept for 30 minutes after the end of a job from `/run` and for 1 minute from `/runsync`; after that, or once its time to live is over, the job is answered with 404. Looking costs nothing and changes nothing; 2 seconds between two looks is a good pace. An endpoint takes 2000 looks in 10 seconds and 400 at once, or more where its workers allow more.
         */
        get: operations["JobStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/stream/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the parts of a result that have come since the last call.
         *
         * Answers with the pieces a worker has put out so far and not yet delivered, each at most 1 MB, and holds the call for about 10 seconds while there are none. Call again until the status is final. Only a worker that yields its output piece by piece fills it. A piece already delivered is not delivered again. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its workers allow more.
         */
        get: operations["StreamJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Load and capacity of an endpoint at one moment. */
        EndpointHealth: {
            /** How many pieces of work are in which state. */
            jobs?: {
                /** How many have ended with a result. */
                completed?: number;
                /** How many have ended in an error. */
                failed?: number;
                /** How many a worker has taken up and not finished. */
                inProgress?: number;
                /** How many wait for a worker. */
                inQueue?: number;
                /** How many were put back in the queue after a failure. */
                retried?: number;
            };
            /** How many instances of the container are in which state. */
            workers?: {
                /** How many are up and wait for a job. */
                idle?: number;
                /** How many are fetching the image or starting the container. */
                initializing?: number;
                /** How many can take a job without a cold start. */
                ready?: number;
                /** How many have a job in hand. */
                running?: number;
                /** How many are held back because their host has no free capacity. */
                throttled?: number;
            };
        };
        /** Why the service turned the request down. */
        Error: {
            /** The reason in words, for people to read; programs go by the HTTP status. */
            error?: string;
        };
        /** One piece of work and how far it has come. */
        Job: {
            /** Time spent in the queue before a worker took the job, in milliseconds as observed. */
            delayTime?: number;
            /** Why it went wrong, in the words of the worker. Present when the status is `FAILED`. */
            error?: string;
            /** Time the worker spent on the job, in milliseconds as observed. */
            executionTime?: number;
            /** What the job is polled and cancelled by. It begins with `sync-` when `/runsync` took it. */
            id: string;
            /** The result, once the job is `COMPLETED`. */
            output?: components["schemas"]["ModelOutput"] | unknown;
            status?: components["schemas"]["JobStatus"];
            /** Which machine instance ran the job. Absent until one has taken it. */
            workerId?: string;
        };
        /** How long a job may wait and run, and how it ranks. */
        JobPolicy: {
            /**
             * Longest time the job may run on a worker, in milliseconds, from 5 seconds to 7 days. A job that takes longer is stopped and ends as `TIMED_OUT`.
             * @default 600000
             */
            executionTimeout?: number;
            /** When true, the job waits for a worker that is already up and does not make the endpoint start more. */
            lowPriority?: boolean;
            /**
             * Life of the job from its submit on, waiting and running together, in milliseconds, from 10 seconds to 7 days. When it is over the job is removed, done or not, and its status answers 404.
             * @default 86400000
             */
            ttl?: number;
        };
        /** One piece of work for a model, and how to treat it. */
        JobRequest: {
            /** The parameters of the model, or what a worker of one's own takes. */
            input: components["schemas"]["ModelInput"] | {
                [key: string]: unknown;
            };
            policy?: components["schemas"]["JobPolicy"];
            s3Config?: components["schemas"]["JobS3Config"];
            /**
             * URL that is sent the job when it ends, up to 3 times, 10 seconds apart, until it answers 200. The call carries no signature, so the receiver takes it as a hint and reads the job itself.
             *
             * Format: uri
             */
            webhook?: string;
        };
        /** S3-compatible storage the worker uploads large results to. The credentials travel with the job, so they are best limited to this one bucket. */
        JobS3Config: {
            /** Public half of the key pair, called the access key ID by most providers. */
            accessId?: string;
            /** Private half of the key pair. It is sent as it is and never comes back. */
            accessSecret?: string;
            /** Container in the storage that receives the uploaded files. */
            bucketName?: string;
            /**
             * Address of the storage service, with scheme and without the bucket.
             *
             * Format: uri
             */
            endpointUrl?: string;
        };
        /** How far a job has come. `IN_QUEUE` waits for a worker and `IN_PROGRESS` runs on one; `COMPLETED` has its output, `FAILED` ended in an error and is not charged, `CANCELLED` was called off, and `TIMED_OUT` ran out of time. Any other value means that the job goes on: poll again. */
        JobStatus: "IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT" | (string & {});
        /** The pieces of a result that came since the last call. */
        JobStream: {
            status?: components["schemas"]["JobStatus"];
            /** New pieces in the order the worker made them; empty when none has come. */
            stream?: {
                /** What the worker yielded, any JSON value, at most 1 MB. */
                output?: unknown;
            }[];
        };
        /** The parameters of the model. Each model has its own; those named here are what image models take. All others, such as aspect ratio or output format, are sent as they are under the name the model gives them. */
        ModelInput: {
            /** How closely the model keeps to the prompt. Higher follows it more strictly, lower leaves more freedom. */
            guidance?: number;
            /** Vertical size of the image, in pixels. Images are charged by the megapixel. */
            height?: number;
            /** What the model is to keep out of the result, in plain words. */
            negative_prompt?: string;
            /** How many passes the model makes over the image. More passes take longer and bring out more detail. */
            num_inference_steps?: number;
            /** What the model is to make, in plain words. */
            prompt?: string;
            /** Start of the random sequence. The same number with the same parameters repeats a result. */
            seed?: number;
            /** Horizontal size of the image, in pixels. Images are charged by the megapixel. */
            width?: number;
        } & {
            [key: string]: unknown;
        };
        /** What the model made, present once the job is `COMPLETED`. Public image, video and audio models fill the fields named here; a worker of one's own answers in a shape of its own. */
        ModelOutput: {
            /**
             * Where the sound can be downloaded. The link expires 7 days after generation.
             *
             * Format: uri
             */
            audio_url?: string;
            /** What this generation is charged, in the currency of the account, computed from what was really made. */
            cost?: number;
            /**
             * Where the picture can be downloaded. The link expires 7 days after generation.
             *
             * Format: uri
             */
            image_url?: string;
            /**
             * Where the film can be downloaded. The link expires 7 days after generation.
             *
             * Format: uri
             */
            video_url?: string;
        } & {
            [key: string]: unknown;
        };
        /** What emptying the queue came to. */
        PurgeResult: {
            /** How many waiting jobs were dropped. */
            removed?: number;
            /** Outcome in one word, `completed` when the queue is empty. */
            status?: string;
        };
    };
    responses: {
        /** The request cannot be carried out as it is: the body is not JSON, `input` is missing, a value is out of its range, or the job is not in a state that allows this. Nothing was queued or charged. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** No endpoint has this slug, or no job this ID: it never existed, outlived its time to live, or its result is past retention, which is 30 minutes after the end for `/run` and 1 minute for `/runsync`. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The body is larger than 10 MB for `/run` or 20 MB for `/runsync`. Nothing was queued; hand over large inputs as URLs instead. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The endpoint has had more calls of this kind than it takes in 10 seconds, or at once. The call was turned away before anything was done, so it is safe to send it again after the pause. */
        TooManyRequests: {
            headers: {
                /**
                 * How long to pause before the next try, in whole seconds or as an HTTP date; may be absent.
                 * @example 3
                 */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** The API key is missing, wrong or disabled. Nothing was queued or charged. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
         * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
         */
        jobId: string;
        /**
         * Short name of a public model, or the ID of a Serverless endpoint of the account.
         * @example flux-schnell
         */
        slug: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    CancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The job, now `CANCELLED`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1",
                     *       "status": "CANCELLED"
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    JobHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The counts at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": {
                     *         "completed": 1840,
                     *         "failed": 3,
                     *         "inProgress": 4,
                     *         "inQueue": 11,
                     *         "retried": 0
                     *       },
                     *       "workers": {
                     *         "idle": 0,
                     *         "initializing": 1,
                     *         "ready": 4,
                     *         "running": 4,
                     *         "throttled": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointHealth"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    PurgeJobQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** How much was dropped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removed": 12,
                     *       "status": "completed"
                     *     }
                     */
                    "application/json": components["schemas"]["PurgeResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    RetryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The job, waiting once more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1",
                     *       "status": "IN_QUEUE"
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    RunJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        /** What the model is to work on, at most 10 MB of JSON. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "prompt": "a lighthouse at dusk, oil on canvas",
                 *         "width": 1024,
                 *         "height": 1024,
                 *         "seed": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** The job as accepted, with the `id` to poll by and usually nothing else but its first status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1",
                     *       "status": "IN_QUEUE"
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    RunSyncJob: {
        parameters: {
            query?: {
                /** Longest time the service holds the call open, in milliseconds, from 1 second to 5 minutes. It bounds the answer, not the job. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        /** What the model is to work on, at most 20 MB of JSON. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "prompt": "a lighthouse at dusk, oil on canvas",
                 *         "width": 1024,
                 *         "height": 1024,
                 *         "seed": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** The job, ended and with its `output` on success; with a status that is not final where the hold ran out first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sync-0c1f9a52-6b1d-4c0c-9d54-7d3b5f1a9e20-e1",
                     *       "status": "COMPLETED",
                     *       "delayTime": 412,
                     *       "executionTime": 1874,
                     *       "workerId": "w7k2p9x4m1",
                     *       "output": {
                     *         "image_url": "https://images.example.com/lighthouse.png",
                     *         "cost": 0.0025
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    JobStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The job as it stands at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    StreamJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The new pieces, oldest first, and the state of the job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "IN_PROGRESS",
                     *       "stream": [
                     *         {
                     *           "output": "A lighthouse stands"
                     *         },
                     *         {
                     *           "output": " at the edge of the sea."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobStream"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
}
//# sourceMappingURL=types.d.ts.map